# Writes the routes of the application as JSON, for Turnout:
#   bin/rails turnout:routes                        writes config/routes.json
#   bin/rails "turnout:routes[client/routes.json]"  writes another file
#   bin/rails "turnout:routes[-]"                   prints the JSON
require "digest"
require "json"

namespace :turnout do
  desc "Write the routes as JSON, for Turnout"
  task :routes, [:file] => :environment do |_task, args|
    if ActionDispatch::Routing::Mapper.respond_to?(:route_source_locations=) # Rails 7.1 and newer
      ActionDispatch::Routing::Mapper.route_source_locations = true
      Rails.application.reload_routes!
    end
    name = ->(object) { (object.is_a?(Module) ? object : object.class).name || "anonymous" }
    json = lambda do |value|
      case value
      when Regexp
        flags = { "i" => Regexp::IGNORECASE, "m" => Regexp::MULTILINE, "x" => Regexp::EXTENDED }
        { regexp: value.source, flags: flags.select { |_, bit| value.options & bit != 0 }.keys.join }
      when Hash then value.to_h { |key, each| [key, json[each]] }
      when Array then value.map(&json)
      when String, Symbol, Integer, Float, true, false, nil then value
      else { unknown: name[value] } # a block, for example, which is not run
      end
    end
    list = lambda do |set, around|
      set.routes.reject(&:internal).map do |route|
        entry = { name: route.name, verbs: route.verb.split("|"), path: route.path.spec.to_s, anchored: route.path.anchored,
                  defaults: json[route.defaults], requirements: json[route.path.requirements], conditions: json[route.constraints] }
        app, rack = route.app, route.app.rack_app
        entry[:constraints] = app.constraints.map(&name) if app.respond_to?(:constraints) && app.constraints.any?
        entry[:source] = route.source_location&.delete_prefix("#{Rails.root}/") if route.respond_to?(:source_location)
        if rack.is_a?(ActionDispatch::Routing::Redirect)
          entry[:redirect] = { to: json[rack.block], status: rack.status }
        elsif !app.dispatcher?
          entry[:app] = { name: name[rack] }
          entry[:app][:routes] = list[rack.routes, [*around, rack]] if app.engine? && !around.include?(rack)
        end
        entry
      end
    end

    set = Rails.application.routes
    sources = Dir.glob("config/{routes.rb,routes/**/*.rb}", base: Rails.root.to_s).sort
    files = sources.to_h { |file| [file, Digest::SHA256.file(Rails.root.join(file)).hexdigest] }
    helpers = set.named_routes.helper_names.map(&:to_s).grep(/_path\z/).map { |helper| helper.delete_suffix("_path") }
    # The blocks of `direct` and `resolve` need objects of the server. Turnout reports their names.
    directs = (helpers - set.named_routes.names.map(&:to_s)).sort
    head = { rails: Rails.version, files: files, directs: directs, resolves: set.polymorphic_mappings.keys.map(&:to_s).sort }
    routes = list[set, []].map { |route| JSON.generate(route) }
    text = %(#{JSON.generate(head).chomp("}")},"routes":[\n#{routes.join(",\n")}\n]}\n)

    file = args[:file] || "config/routes.json"
    next print(text) if file == "-"

    path = Rails.root.join(file)
    if path.exist? && path.binread == text.b
      warn "#{file} is up to date: #{routes.size} routes."
    else
      # Renamed into place: a dev server never reads half of it, and a failed run leaves the last file as it was.
      temporary = "#{path}.#{Process.pid}.tmp"
      begin
        File.binwrite(temporary, text)
        File.rename(temporary, path)
      ensure
        File.delete(temporary) if File.exist?(temporary)
      end
      warn "Wrote #{file}: #{routes.size} routes."
    end
  end
end
