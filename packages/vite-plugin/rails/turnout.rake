# Prints the routes of the application as JSON, for Turnout: bin/rails turnout:routes > config/routes.json
namespace :turnout do
  desc "Print the routes as JSON, for Turnout"
  task routes: :environment do
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
      else { unknown: name[value] } # a block, say, which is not run
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
    routes = list[Rails.application.routes, []].map { |route| JSON.generate(route) }
    puts %({"rails":"#{Rails.version}","routes":[\n#{routes.join(",\n")}\n]})
  end
end
